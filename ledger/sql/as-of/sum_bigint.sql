-- Sums whole numbers without converting them. PostgreSQL's own sum of bigint keeps a numeric per group and account:
-- half a million levels took half as much memory again, and passing it between processes took longer than the addition.
-- Refuses sums that don't fit into a bigint.
create or replace aggregate kernel.sum_bigint(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, parallel = safe);
