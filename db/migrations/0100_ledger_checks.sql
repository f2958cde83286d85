-- What the last check of an organisation's ledger found (docs/decisions/0100). One row each, written by the server and by no person: `broken`
-- are the invariants that do not hold and how many rows each returned, `unfinished` those that took too long.
create table ledger_checks (
  org_id uuid primary key references organizations,
  checked_at timestamptz not null,
  broken jsonb not null,
  unfinished text[] not null
);
