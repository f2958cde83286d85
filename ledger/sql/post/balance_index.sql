-- The position of an account in a level's five balances; null for outside accounts, which have no balance.
create or replace function kernel.balance_index(p_account text) returns integer
language sql immutable as $$
  select array_position(array['available', 'reserved', 'held', 'in_transit', 'incoming'], p_account)
$$;
