-- Returns what the audit trail records of a row: no columns that repeat others, no secrets, no names of people
-- (their ids are recorded).
create or replace function app.audited_values(p_row jsonb) returns jsonb
language sql immutable as $$
  select p_row - array[
    'search_text', 'secret_hash', 'secret', 'previous_secret', 'user_reference', 'answered_reference', 'decided_reference', 'undone_by']
$$;
