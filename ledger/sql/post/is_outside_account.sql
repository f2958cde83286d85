-- Whether an account is outside: where units come from and go to, without a balance.
create or replace function kernel.is_outside_account(p_account text) returns boolean
language sql immutable as $$
  select p_account = any (
    array['supplier', 'customer', 'adjustment', 'opening', 'production', 'sample', 'scrap', 'loss', 'elsewhere'])
$$;
