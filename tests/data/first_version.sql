-- A database as the first version left it: a game with a clock, its moves, and a study of it.
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num));
INSERT INTO "alembic_version" VALUES('0001');
CREATE TABLE games (
	id VARCHAR(32) NOT NULL,
	game VARCHAR(100) NOT NULL,
	setup JSON NOT NULL,
	state JSON NOT NULL,
	plies INTEGER NOT NULL,
	created FLOAT NOT NULL,
	updated FLOAT NOT NULL,
	CONSTRAINT pk_games PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('z5fp4jos8l2v','tictactoe','{"game": "tictactoe", "options": {}, "start": null, "moves": [], "seats": [{"kind": "human", "name": "\ud558\ub098", "spec": null, "token": "83f43066c5ec173c43f8266c87dfa9a9dacb74c5c20ddb6556436fc7354d8701"}, {"kind": "open", "name": "", "spec": null, "token": "509a60b5a7b51dc5f7bfba9d463647de58404bfd1e64296dc6af51cba3480b85"}], "control": {"per_move": null, "clock": {"left": 600.0, "increment": 2.0}}, "undo": true}','{"result": null, "offers": {"draw": null, "undo": null}, "rematch": null, "joined": [true, true]}',3,1.79499220634853839874e+09,1.79499220651967978474e+09);
CREATE TABLE moves (
	game_id VARCHAR(32) NOT NULL,
	ply INTEGER NOT NULL,
	move VARCHAR(200) NOT NULL,
	seconds FLOAT NOT NULL,
	CONSTRAINT pk_moves PRIMARY KEY (game_id, ply),
	CONSTRAINT fk_moves_game_id_games FOREIGN KEY(game_id) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "moves" VALUES('z5fp4jos8l2v',0,'b2',9.34656800018274225294e-03);
INSERT INTO "moves" VALUES('z5fp4jos8l2v',1,'a1',7.16173799992247950285e-03);
INSERT INTO "moves" VALUES('z5fp4jos8l2v',2,'c3',1.15744699996866984292e-03);
CREATE TABLE studies (
	id VARCHAR(32) NOT NULL,
	"key" VARCHAR(64) NOT NULL,
	document JSON NOT NULL,
	created FLOAT NOT NULL,
	updated FLOAT NOT NULL,
	CONSTRAINT pk_studies PRIMARY KEY (id)
);
INSERT INTO "studies" VALUES('jtdepx29b1ys','27655945e7cc12935337d044169da16a09d097c7cb97d09ef095cf43728dcbfe','{"tree": {"game": "tictactoe", "options": {}, "start": null, "players": ["\ud558\ub098", "open"], "agreed": null, "next": 4, "nodes": [{"id": 0, "parent": null, "move": null, "comment": "", "analysis": null, "clock": null}, {"id": 1, "parent": 0, "move": "b2", "comment": "\uac00\uc6b4\ub370 \ud83d\ude00", "analysis": null, "clock": 601.9906534319998}, {"id": 2, "parent": 1, "move": "a1", "comment": "", "analysis": null, "clock": 601.9928382620001}, {"id": 3, "parent": 2, "move": "c3", "comment": "", "analysis": null, "clock": 603.9894959849998}]}, "judgements": {}, "accuracy": null}',1.79499220653071093556e+09,1.79499220659623336788e+09);
CREATE INDEX ix_games_updated ON games (updated);
CREATE INDEX ix_studies_updated ON studies (updated);
