-- Turns a count into the movement that makes on hand equal the counted quantity: a surplus comes from `adjustment`, a
-- shortage goes to it. If on hand changed since the counter saw it, the line returns with count_from (seen) and
-- count_to (present) for the refusal `conflict`.
create or replace function kernel.counted_line(p_line kernel.line, p_levels kernel.levels, p_level_index integer) returns kernel.line
language plpgsql immutable as $$
declare
  on_hand numeric := coalesce(p_levels.balances[p_level_index][1] + p_levels.balances[p_level_index][2], 0);
begin
  if p_line.count_from <> on_hand then
    p_line.count_to := on_hand;
    return p_line;
  end if;
  p_line.count_from := null;
  p_line.type := coalesce(p_line.type, 'adjustment');
  p_line.quantity := abs(p_line.count_to - on_hand);
  if p_line.count_to < on_hand then
    p_line.from_account := 'available';
    p_line.from_location_id := p_line.to_location_id;
    p_line.from_lot_id := p_line.to_lot_id;
    p_line.to_account := 'adjustment';
    p_line.to_location_id := null;
    p_line.to_lot_id := null;
  end if;
  return p_line;
end $$;
