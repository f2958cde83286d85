-- By how much one leg lowers what is backordered: units that a sales line gets reserved or shipped, negative where it
-- loses them.
create or replace function kernel.backorder_decrease(p_leg kernel.leg) returns numeric
language sql immutable as $$
  select p_leg.quantity * (
    (p_leg.to_account in ('reserved', 'customer'))::integer - (p_leg.from_account in ('reserved', 'customer'))::integer)
$$;
