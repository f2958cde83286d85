-- What the last ledger check compared: its rules, and how much. Null if earlier versions checked, or counting took too long.
alter table ledger_checks
  add column rules text[] not null default '{}',
  add column posting_count bigint,
  add column movement_count bigint,
  add column units_on_hand numeric;

-- The results of an organization's latest checks, in counts (server/ledger-checks/keep-result.ts removes older ones).
create table ledger_check_results (
  org_id uuid not null references organizations,
  checked_at timestamptz not null,
  rule_count integer not null,
  broken_count integer not null,
  unfinished_count integer not null,
  primary key (org_id, checked_at)
);
