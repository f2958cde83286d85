-- How much one leg lowers the backordered quantity: the units that a sales line gets reserved or shipped; negative if
-- it loses them.
create or replace function kernel.backorder_decrease(p_leg kernel.leg) returns numeric
language sql immutable as $$
  select p_leg.quantity * (
    (p_leg.to_account in ('reserved', 'customer'))::integer - (p_leg.from_account in ('reserved', 'customer'))::integer)
$$;
