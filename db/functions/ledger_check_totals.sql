-- Returns what the ledger checks of all organizations found, in counts, for an operator (GET /metrics): when the newest
-- and the oldest of them ended, and how many organizations have which kind of problem.
create or replace function app.ledger_check_totals() returns table (
  newest timestamptz, oldest timestamptz, organizations_broken bigint, rules_broken bigint, rules_unfinished bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select max(c.checked_at), min(c.checked_at), count(*) filter (where jsonb_array_length(c.broken) > 0),
    coalesce(sum(jsonb_array_length(c.broken)), 0), coalesce(sum(cardinality(c.unfinished)), 0)
  from public.ledger_checks c;
end;
