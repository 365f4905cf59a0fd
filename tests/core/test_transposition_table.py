"""The transposition table: what is stored is read back, and nothing else ever is."""

from __future__ import annotations

import struct
import threading
from dataclasses import dataclass, replace
from itertools import permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from plyground.core.context import Context
from plyground.core.hashing import hash_vector, mix_bits
from plyground.core.jit import as_kernel, compile_kernel, kernel
from plyground.core.pointers import compile_rules
from plyground.core.transposition_table import (
    BUCKET_WORDS,
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    entry_age,
    entry_bound,
    entry_depth,
    entry_move,
    entry_proven,
    entry_score,
    from_table,
    make_table,
    pack_entry,
    position_key,
    probe,
    store,
    to_table,
)
from plyground.core.values import DECIDED, POINT, lost_in, won_in
from plyground.games.registry import load_game

VECTOR = "int64[::1]"
FIELDS = (entry_score, entry_depth, entry_bound, entry_proven, entry_move, entry_age)
SIGNATURES = {
    probe: f"int64({VECTOR}, int64)",
    store: f"void({VECTOR}, int64, int64, int64)",
    hash_vector: f"int64({VECTOR})",
    position_key: f"int64({VECTOR}, {VECTOR})",
    to_table: "int64(int64, int64, int64)",
    from_table: "int64(int64, int64, int64)",
    **dict.fromkeys(FIELDS, "int64(int64)"),
}

BUCKET_ENTRIES = 4
AGES = 32


def run_plain(function):
    def call(*arguments):
        # Hashes overflow on purpose.
        with np.errstate(over="ignore"):
            return as_kernel(function).function(*arguments)

    return call


def run_native(function):
    return compile_kernel(function, SIGNATURES[function]).call


@pytest.fixture(params=[run_plain, run_native], ids=["plain", "native"])
def run(request):
    """Calls a kernel as plain Python, or as native code."""
    return request.param


@dataclass(frozen=True)
class Entry:
    """What `store` is given, beside the key."""

    score: int
    depth: int
    bound: int
    proven: int
    move: int
    age: int

    @property
    def arguments(self):
        data = as_kernel(pack_entry).function(
            self.score, self.depth, self.bound, self.proven, self.move
        )
        return data, self.age


KEYS = st.integers(-(2**63), 2**63 - 1).filter(bool)
ENTRIES = st.builds(
    Entry,
    score=st.integers(-(2**31), 2**31 - 1),
    depth=st.integers(0, 255),
    bound=st.sampled_from([LOWER, UPPER, EXACT]),
    proven=st.integers(0, 1),
    move=st.integers(0, NO_MOVE),
    age=st.integers(0, AGES - 1),
)


def random_key(random, bucket=0, buckets=1):
    """A key that belongs to a bucket: its low bits select it."""
    return random.randrange(-(2**63) // buckets, 2**63 // buckets) * buckets + bucket


def random_entry(random, **given):
    entry = Entry(
        score=random.randrange(-(2**31), 2**31),
        depth=random.randrange(256),
        bound=random.choice([LOWER, UPPER, EXACT]),
        proven=random.randrange(2),
        move=random.randrange(NO_MOVE + 1),
        age=random.randrange(AGES),
    )
    return replace(entry, **given)


def decode(data):
    """An entry by the documented layout of its second word, read as bytes."""
    move, depth, flags, score = struct.unpack("<HBBi", int(data).to_bytes(8, "little", signed=True))
    return Entry(score, depth, flags & 3, flags >> 2 & 1, move, flags >> 3)


# One entry.


@given(key=KEYS, entry=ENTRIES)
def test_every_field_is_read_back(key, entry):
    for run in (run_plain, run_native):
        table = make_table(0.01)
        assert run(probe)(table, key) == 0
        run(store)(table, key, *entry.arguments)
        data = int(run(probe)(table, key))
        assert Entry(*(int(run(field)(data)) for field in FIELDS)) == entry
        assert decode(data) == entry


@given(key=KEYS, other=KEYS, entry=ENTRIES)
def test_another_key_is_absent(key, other, entry):
    for run in (run_plain, run_native):
        table = make_table(0.01)
        run(store)(table, key, *entry.arguments)
        assert (run(probe)(table, other) != 0) == (other == key)


def test_ages_wrap_around(run):
    table = make_table(0)
    run(store)(table, 5, *Entry(7, 3, EXACT, 0, 9, AGES + 1).arguments)
    assert decode(run(probe)(table, 5)).age == 1


@pytest.mark.parametrize(
    ("mebibytes", "words"),
    [(0, 8), (1e-5, 8), (1, 2**17), (1.5, 2**17), (1.999, 2**17), (2, 2**18), (64, 2**23)],
)
def test_a_table_is_the_largest_power_of_two_within_its_memory(mebibytes, words):
    table = make_table(mebibytes)
    assert len(table) == words
    assert not table.any()


# Several entries of one bucket.


def test_a_bucket_holds_four_positions(run):
    random = Random(1)
    table = make_table(8 * 8 * BUCKET_WORDS / 2**20)
    buckets = len(table) // BUCKET_WORDS
    assert buckets == 8
    stored = {}
    for bucket in range(buckets):
        for _ in range(BUCKET_ENTRIES):
            key, entry = random_key(random, bucket, buckets), random_entry(random)
            run(store)(table, key, *entry.arguments)
            stored[key] = entry
    assert {key: decode(run(probe)(table, key)) for key in stored} == stored


def fill_bucket(run, entries):
    """A table of one bucket with the entries under the keys 1, 2, ..."""
    table = make_table(0)
    for key, entry in enumerate(entries, start=1):
        run(store)(table, key, *entry.arguments)
    return table


def present_keys(run, table, last=9):
    return {key for key in range(1, last) if run(probe)(table, key)}


@pytest.mark.parametrize("shallowest", range(BUCKET_ENTRIES))
def test_the_shallowest_entry_is_replaced(run, shallowest):
    depths = [20, 21, 22, 23]
    depths[shallowest] = 5
    table = fill_bucket(run, [Entry(0, depth, LOWER, 0, 1, 0) for depth in depths])
    run(store)(table, 8, *Entry(0, 1, LOWER, 0, 1, 0).arguments)
    assert present_keys(run, table) == {1, 2, 3, 4, 8} - {shallowest + 1}


@pytest.mark.parametrize(
    ("searches", "is_replaced"), [(1, False), (2, False), (3, True), (AGES - 1, True)]
)
def test_an_entry_loses_four_plies_with_each_search(run, searches, is_replaced):
    """An entry of depth 20 is worth less than one of depth 11 after three searches."""
    now = 2
    old = Entry(0, 20, LOWER, 0, 1, (now - searches) % AGES)
    new = Entry(0, 11, LOWER, 0, 1, now)
    table = fill_bucket(run, [new, old, new, new])
    run(store)(table, 8, *Entry(0, 30, LOWER, 0, 1, now).arguments)
    assert (2 not in present_keys(run, table)) == is_replaced


def test_a_deeper_result_of_the_same_search_is_kept_unless_the_new_one_is_exact(run):
    deep, shallow = Entry(50, 9, LOWER, 0, 3, 4), Entry(60, 8, UPPER, 0, 5, 4)
    for new, expected in (
        (shallow, deep),
        (replace(shallow, bound=EXACT), replace(shallow, bound=EXACT)),
        (replace(shallow, age=5), replace(shallow, age=5)),
        (replace(shallow, depth=9), replace(shallow, depth=9)),
    ):
        table = fill_bucket(run, [deep])
        run(store)(table, 1, *new.arguments)
        assert decode(run(probe)(table, 1)) == expected


def test_a_result_without_a_move_keeps_the_move_of_its_position(run):
    table = fill_bucket(run, [Entry(50, 4, LOWER, 0, 77, 0), Entry(50, 4, LOWER, 0, 88, 0)])
    run(store)(table, 2, *Entry(10, 6, UPPER, 0, NO_MOVE, 0).arguments)
    assert decode(run(probe)(table, 2)) == Entry(10, 6, UPPER, 0, 88, 0)
    run(store)(table, 3, *Entry(10, 6, UPPER, 0, NO_MOVE, 0).arguments)
    assert decode(run(probe)(table, 3)).move == NO_MOVE


class SlowBucket:
    """The documented policy of one bucket, written for clarity."""

    def __init__(self):
        self.slots = [None] * BUCKET_ENTRIES

    def store(self, key, new):
        for slot, held in enumerate(self.slots):
            if held is not None and held[0] == key:
                old = held[1]
                if old.depth > new.depth and old.age == new.age and new.bound != EXACT:
                    return
                move = old.move if new.move == NO_MOVE else new.move
                self.slots[slot] = key, replace(new, move=move)
                return
        if None in self.slots:
            self.slots[self.slots.index(None)] = key, new
            return

        def value(slot):
            old = self.slots[slot][1]
            return old.depth - 4 * ((new.age - old.age) % AGES)

        self.slots[min(range(BUCKET_ENTRIES), key=value)] = key, new

    @property
    def entries(self):
        return dict(held for held in self.slots if held is not None)


@pytest.mark.parametrize("seed", range(40))
def test_any_sequence_of_results_is_kept_as_the_policy_says(run, seed):
    random = Random(seed)
    keys = [random_key(random) for _ in range(7)]
    table, slow = make_table(0), SlowBucket()
    for _ in range(60):
        key = random.choice(keys)
        move = random.choice([NO_MOVE, random.randrange(400)])
        entry = random_entry(
            random, move=move, depth=random.randrange(12), age=random.choice([0, 1, 31])
        )
        run(store)(table, key, *entry.arguments)
        slow.store(key, entry)
        found = {key: run(probe)(table, key) for key in keys}
        assert {key: decode(data) for key, data in found.items() if data} == slow.entries


# Several threads.


def list_writes(before, after):
    """The words that a store has changed."""
    return [(place, after[place]) for place in np.flatnonzero(before != after)]


@pytest.mark.parametrize("seed", range(30))
def test_a_torn_entry_reads_as_absent(run, seed):
    """Two stores, their words written in any order: at no time is there a wrong entry.

    A word is written at once, so this is all that two threads can do to an entry. Their positions
    are different, or one position with different results, in a new or in a full bucket.
    """
    random = Random(seed)
    keys = [random_key(random) for _ in range(6)]
    stored = {key: {0} for key in keys}
    table = make_table(0)
    for key in keys[: random.choice([0, 2, 4])]:
        run(store)(table, key, *random_entry(random, age=0).arguments)
        stored[key].add(int(run(probe)(table, key)))
    writers = (keys[4], keys[4] if seed % 3 == 0 else keys[5])
    writes = []
    for key in writers:
        written = table.copy()
        run(store)(written, key, *random_entry(random, age=1, depth=200).arguments)
        stored[key].add(int(run(probe)(written, key)))
        writes += list_writes(table, written)
    assert len(writes) == 4
    for order in permutations(writes):
        torn = table.copy()
        for place, word in order:
            torn[place] = word
            for key in keys:
                assert int(run(probe)(torn, key)) in stored[key]


@kernel
def check_word(key: int, depth: int, move: int) -> int:
    """A score that belongs to a key, a depth and a move, and to nothing else."""
    return mix_bits(key ^ (depth * 1_000_003) ^ (move << 20)) >> 33


@kernel
def store_and_check(table, keys, rounds, seed, counts):
    """Store results of random keys, and read others: counts the wrong entries and those found."""
    noise = seed
    for _ in range(rounds):
        noise = mix_bits(noise + 0x1234567)
        key = keys[(noise & 0x7FFFFFFF) % keys.shape[0]]
        depth = (noise >> 32) & 0x7F
        move = (noise >> 40) & 0x3FF
        age = (noise >> 52) & 31
        score = check_word(key, depth, move)
        store(table, key, pack_entry(score, depth, EXACT, 0, move), age)
        key = keys[((noise >> 8) & 0x7FFFFFFF) % keys.shape[0]]
        data = probe(table, key)
        if data != 0:
            counts[1] += 1
            expected = check_word(key, entry_depth(data), entry_move(data))
            if entry_score(data) != expected or entry_bound(data) != EXACT:
                counts[0] += 1


def test_threads_that_write_one_bucket_at_once_never_read_a_wrong_entry():
    random = Random(1)
    table = make_table(0)
    keys = np.array([random_key(random) for _ in range(5)], np.int64)
    native = compile_kernel(store_and_check, f"void({VECTOR}, {VECTOR}, int64, int64, {VECTOR})")
    counts = [np.zeros(2, np.int64) for _ in range(3)]
    threads = [
        threading.Thread(target=native.call, args=(table, keys, 2_000_000, seed, counts[seed]))
        for seed in range(len(counts))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(count[1] for count in counts) > 1_000_000
    assert sum(count[0] for count in counts) == 0


# Keys and scores.


@given(st.lists(st.integers(-(2**63), 2**63 - 1), min_size=4, max_size=20))
def test_a_hash_is_the_same_compiled_and_plain(words):
    state = np.array(words, np.int64)
    assert run_plain(hash_vector)(state) == run_native(hash_vector)(state)


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_hash_of_few_words_is_the_same_compiled_and_plain(size):
    state = np.arange(size)
    assert run_plain(hash_vector)(state) == run_native(hash_vector)(state)


@pytest.mark.parametrize("size", [4, 5, 64, 100])
def test_states_that_differ_in_a_bit_or_in_order_have_different_keys(run, size):
    random = Random(size)
    state = np.array([random.randrange(3) for _ in range(size)], np.int64)
    keys = {int(run(hash_vector)(state))}
    for slot in range(size):
        for bit in (0, 1, 17, 33):
            other = state.copy()
            other[slot] ^= 1 << bit
            keys.add(int(run(hash_vector)(other)))
    assert len(keys) == 1 + 4 * size
    distinct = np.arange(size)
    assert run(hash_vector)(distinct) != run(hash_vector)(distinct[::-1].copy())


def test_states_that_differ_in_their_highest_bits_have_different_keys(run):
    keys = set()
    for first in range(32):
        for second in range(32):
            state = np.zeros(8, np.int64)
            state[0], state[4] = first << 58, second << 58
            keys.add(int(run(hash_vector)(state)))
    assert len(keys) == 32 * 32


@kernel
def zero_key(state, tables):
    return 0


def test_no_position_has_the_key_of_an_empty_entry():
    rules = load_game("tictactoe").rules
    kernels = replace(rules.kernels, key=zero_key)
    context = Context(rules, compile_rules(kernels))
    assert run_native(position_key)(context.words, np.array(rules.start)) == 1
    assert run_native(probe)(make_table(0), 1) == 0


@given(
    ply=st.integers(0, 128), other=st.integers(0, 128), distance=st.integers(0, 300),
    base=st.integers(-50 * POINT, 50 * POINT),
)  # fmt: skip
def test_a_forced_win_counts_from_its_position(ply, other, distance, base):
    for run in (run_plain, run_native):
        for at_root in (won_in, lost_in):
            kept = run(to_table)(at_root(ply + distance), ply, base)
            assert kept == at_root(distance)
            assert run(from_table)(kept, other, base) == at_root(other + distance)


@given(
    score=st.integers(-DECIDED // 2, DECIDED // 2), ply=st.integers(0, 128),
    base=st.integers(-50 * POINT, 50 * POINT), other=st.integers(-50 * POINT, 50 * POINT),
)  # fmt: skip
def test_other_scores_are_kept_without_the_lead(score, ply, base, other):
    for run in (run_plain, run_native):
        kept = run(to_table)(score, ply, base)
        assert run(from_table)(kept, ply, base) == score
        assert run(from_table)(kept, 0, other) - other == score - base
