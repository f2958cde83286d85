-- Returns the stock where one line may take units, for a refusal: on hand, how much of it is reserved, and held.
create or replace function kernel.present_stock(p_line kernel.line, p_levels kernel.levels, p_first integer, p_last integer) returns jsonb
language plpgsql as $$
declare
  available numeric := 0;
  reserved numeric := 0;
  held numeric := 0;
begin
  for i in p_first .. p_last loop
    if (p_line.from_location_id is null or p_levels.location_ids[i] = p_line.from_location_id)
      and (p_line.location_ids is null or p_levels.location_ids[i] = any (p_line.location_ids))
      and (p_line.from_lot_id is null or p_levels.lot_ids[i] = p_line.from_lot_id) then
      available := available + p_levels.balances[i][kernel.balance_index('available')];
      reserved := reserved + p_levels.balances[i][kernel.balance_index('reserved')];
      held := held + p_levels.balances[i][kernel.balance_index('held')];
    end if;
  end loop;
  return jsonb_build_object('on_hand', available + reserved, 'reserved', reserved, 'held', held);
end $$;
