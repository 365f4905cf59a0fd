# A server for a class or a club: docker build --tag plyground . (see docs/how-to/docker.md)

ARG PYTHON=3.13

FROM python:${PYTHON}-slim AS build
WORKDIR /source
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY packaging packaging
COPY src src
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
RUN python -m venv /opt/plyground \
    && /opt/plyground/bin/pip install --constraint constraints.txt ".[postgres]"
# The native code of the built-in games, so that the first move is fast. It is made for a baseline
# processor, not for the one that builds the image: `plyground warmup` alone would warm up for that.
RUN /opt/plyground/bin/python packaging/build_native.py /source/build/native \
    && PLYGROUND_NATIVE=/source/build/native pip wheel --no-deps --wheel-dir dist . \
    && /opt/plyground/bin/pip install --no-deps --force-reinstall dist/*.whl

FROM python:${PYTHON}-slim
LABEL org.opencontainers.image.title="Plyground" \
      org.opencontainers.image.description="Two-player board games in the browser" \
      org.opencontainers.image.source="https://github.com/plyground/plyground" \
      org.opencontainers.image.licenses="MIT"
RUN useradd --uid 10001 --user-group --home-dir /data --no-create-home --shell /usr/sbin/nologin plyground \
    && install --directory --owner plyground --group plyground /data
COPY --from=build /opt/plyground /opt/plyground
# Every setting of the server is such a variable. What is kept is in /data: the database, and native
# code of games that are not built in.
ENV PATH=/opt/plyground/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PLYGROUND_HOST=0.0.0.0 \
    PLYGROUND_PORT=8000 \
    PLYGROUND_DATABASE=sqlite:////data/plyground.db \
    PLYGROUND_CACHE=/data/cache
WORKDIR /data
VOLUME /data
USER 10001:10001
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as web; web.urlopen(f'http://127.0.0.1:{os.environ[\"PLYGROUND_PORT\"]}/healthz', timeout=9)"]
CMD ["plyground", "serve", "--no-open"]
