-- Whether a posting is a person's manual entry, not part of a document or of the server's work: colleagues are notified
-- of it. Simple enough to be inlined.
create or replace function kernel.is_by_hand(p_kind text, p_source_kind text, p_user_id uuid) returns boolean
language sql immutable as $$
  select p_user_id is not null and p_source_kind is null and p_kind in ('entry', 'stock_update', 'count', 'write_off', 'reversal')
$$;
