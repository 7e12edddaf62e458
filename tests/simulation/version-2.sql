PRAGMA application_id = 1279874643;
PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE batches (
    batch INTEGER NOT NULL PRIMARY KEY, livingstone TEXT NOT NULL, lineup TEXT NOT NULL,
    seed TEXT NOT NULL, edition TEXT NOT NULL, edition_hash TEXT NOT NULL, edition_json TEXT,
    games_per_deal INTEGER NOT NULL, seconds_per_move REAL) WITHOUT ROWID;
INSERT INTO "batches" VALUES(1,'0.1.0','["random", "random"]','x00000000000000000000000000000007','printed','a8e95619d740189e98dc2b637c977dc6',NULL,1,NULL);
CREATE TABLE games (
    batch integer NOT NULL CHECK (typeof(batch) IN ('integer', 'null') AND batch BETWEEN 0 AND 1000000000000000), game integer NOT NULL CHECK (typeof(game) IN ('integer', 'null') AND game BETWEEN 0 AND 1000000000000000), rounds integer NOT NULL CHECK (typeof(rounds) IN ('integer', 'null') AND rounds BETWEEN 0 AND 1000000000000000), moves integer NOT NULL CHECK (typeof(moves) IN ('integer', 'null') AND moves BETWEEN 0 AND 1000000000000000), winners integer NOT NULL CHECK (typeof(winners) IN ('integer', 'null') AND winners BETWEEN 0 AND 1000000000000000),
    threshold integer CHECK (typeof(threshold) IN ('integer', 'null') AND threshold BETWEEN 0 AND 1000000000000000), failed_seat integer CHECK (typeof(failed_seat) IN ('integer', 'null') AND failed_seat BETWEEN 0 AND 1000000000000000),
    failed_how text CHECK (typeof(failed_how) IN ('text', 'null')), note text CHECK (typeof(note) IN ('text', 'null')),
    choices blob NOT NULL CHECK (typeof(choices) IN ('blob', 'null')), record text CHECK (typeof(record) IN ('text', 'null')),
    CHECK (failed_how IN ('illegal', 'crash', 'late')), CHECK ((failed_seat IS NULL) + (failed_how IS NULL) + (note IS NULL) IN (0, 3)),
    PRIMARY KEY (batch, game)) WITHOUT ROWID;
INSERT INTO "games" VALUES(1,0,10,163,1,16,NULL,NULL,NULL,X'04000300010002000300020001000900000005000A0001000400020002000400040002000100050001000600020001000600050001000200000003000700000001000200010002000000020002000100000003000100040000000600000000000000020002000500030003000300030001000200070001000000010005000000010004000100020006000000000001000000000001000100010002000000020003000100010003000100020001000300000003000200090004000400070003000100020002000100010002000200000001000000030000000500060006000400020000000200000001000300050000000100030000000500000002000000000000000200010000000300010000000400000001000300',NULL);
INSERT INTO "games" VALUES(1,1,10,142,1,17,NULL,NULL,NULL,X'040000000200000000000100010001000300010002000200030000000100010001000200020005000000000003000100000001000300010004000300020001000100000004000000000000000200010005000300040001000200020001000300030002000000030001000700000001000100010001000000010001000200010003000000010001000000000000000000040003000200000001000400030002000300020002000000010001000000020002000000020002000300030003000100010002000300010001000500000000000300020003000200050001000300020001000500040005000100030005000200020005000200000001000100',NULL);
CREATE TABLE seats (
    batch integer NOT NULL CHECK (typeof(batch) IN ('integer', 'null') AND batch BETWEEN 0 AND 1000000000000000), game integer NOT NULL CHECK (typeof(game) IN ('integer', 'null') AND game BETWEEN 0 AND 1000000000000000), seat integer NOT NULL CHECK (typeof(seat) IN ('integer', 'null') AND seat BETWEEN 0 AND 1000000000000000), bot text NOT NULL CHECK (typeof(bot) IN ('text', 'null')),
    won integer NOT NULL CHECK (typeof(won) IN ('integer', 'null') AND won BETWEEN 0 AND 1), rank integer NOT NULL CHECK (typeof(rank) IN ('integer', 'null') AND rank BETWEEN 0 AND 1000000000000000), played text NOT NULL CHECK (typeof(played) IN ('text', 'null')),
    points integer CHECK (typeof(points) IN ('integer', 'null') AND points BETWEEN 0 AND 1000000000000000), columns integer CHECK (typeof(columns) IN ('integer', 'null') AND columns BETWEEN 0 AND 1000000000000000), market integer CHECK (typeof(market) IN ('integer', 'null') AND market BETWEEN 0 AND 1000000000000000), cards integer CHECK (typeof(cards) IN ('integer', 'null') AND cards BETWEEN 0 AND 1000000000000000), gems integer CHECK (typeof(gems) IN ('integer', 'null') AND gems BETWEEN 0 AND 1000000000000000), hand integer CHECK (typeof(hand) IN ('integer', 'null') AND hand BETWEEN 0 AND 1000000000000000), donated integer CHECK (typeof(donated) IN ('integer', 'null') AND donated BETWEEN 0 AND 1000000000000000), tents integer CHECK (typeof(tents) IN ('integer', 'null') AND tents BETWEEN 0 AND 1000000000000000), is_out integer CHECK (typeof(is_out) IN ('integer', 'null') AND is_out BETWEEN 0 AND 1),
    majorities text CHECK (typeof(majorities) IN ('text', 'null')),
    CHECK ((points IS NULL) + (columns IS NULL) + (market IS NULL) + (cards IS NULL) + (gems IS NULL) + (hand IS NULL) + (donated IS NULL) + (tents IS NULL) + (is_out IS NULL) + (majorities IS NULL) IN (0, 10)),
    PRIMARY KEY (batch, game, seat)) WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,0,'random',0,2,'["no_cost_tent", "two_dice"]',10,4,0,0,0,0,67,1,0,'[0, 0, 0, 6, 0, 0]');
INSERT INTO "seats" VALUES(1,0,1,'random',1,1,'["lion", "market", "no_cost_tent", "three_stones"]',17,2,1,4,0,0,52,1,0,'[0, 10, 0, 0, 0, 0]');
INSERT INTO "seats" VALUES(1,1,0,'random',1,1,'["antelope", "no_cost_tent", "rhinoceros"]',20,8,0,5,1,0,29,2,0,'[0, 0, 0, 6, 0, 0]');
INSERT INTO "seats" VALUES(1,1,1,'random',0,2,'["lion", "three_stones"]',16,2,0,4,0,0,46,1,0,'[0, 10, 0, 0, 0, 0]');
COMMIT;
