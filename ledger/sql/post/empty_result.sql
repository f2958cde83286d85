-- The result of a posting that had nothing to move (a count that matched, nothing to reserve): it leaves no row in the
-- ledger.
create or replace function kernel.empty_result(p_posting_id uuid) returns jsonb
language sql immutable as $$
  select jsonb_build_object('posting_id', p_posting_id, 'movements', 0, 'released', '[]'::jsonb)
$$;
