-- The type of a movement in the history, derived from its two ends. A manual entry brings its own type.
create or replace function kernel.movement_type(p_type text, p_from text, p_to text, p_same_place boolean) returns text
language sql immutable as $$
  select case
    when p_type is not null then p_type
    when 'opening' in (p_from, p_to) then 'opening'
    when p_from in ('available', 'held') and p_to in ('available', 'held') then 'transfer'
    when 'in_transit' in (p_from, p_to) then 'transfer'
    when p_from = 'incoming' and p_to in ('available', 'held') then 'in'
    when p_from in ('available', 'held') and p_to = 'incoming' then 'out'
    when 'incoming' in (p_from, p_to) then 'commitment'
    when p_from = 'reserved' and p_to = 'available' or p_from = 'available' and p_to = 'reserved' then
      case when p_same_place then 'commitment' else 'transfer' end
    when 'adjustment' in (p_from, p_to) then 'adjustment'
    when p_from in ('available', 'reserved', 'held') then 'out'
    else 'in'
  end
$$;
