-- Adds up whole numbers as such. PostgreSQL's own sum of bigint keeps a numeric per group and account: half a million
-- levels took half as much memory again, and more than the adding itself to be handed from one process to another.
-- Refuses what does not fit into a bigint.
create or replace aggregate kernel.sum_bigint(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, parallel = safe);
