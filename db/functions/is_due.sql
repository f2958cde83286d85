-- Returns whether something that waits until this moment may be done now. Nothing waits longer than 14 hours (a
-- webhook's pause is at most 13.2): a later moment was set while the clock was ahead, and would be as late as the clock
-- was wrong.
create or replace function app.is_due(p_due_at timestamptz) returns boolean
language sql volatile as $$
  select p_due_at <= clock_timestamp() or p_due_at > clock_timestamp() + interval '14 hours'
$$;
