-- Returns the sums over all lines of a purchase order, not only those the caller sees: their total, the value of the
-- ordered units received and of those over-delivered, how many lines exist, are open, partly and fully received, and
-- whether ordered units were received. Security definer, because a limited member who receives lines at their locations
-- changes the status of the entire order. Refuses not_found to a caller who sees none of the lines.
create or replace function app.purchase_order_sums(
  p_org_id uuid, p_order_id uuid,
  out total numeric, out received_value numeric, out over_delivered_value numeric, out open bigint, out received boolean,
  out count bigint, out "full" bigint, out partial bigint)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own uuid[] := app.location_ids();
  sees_some boolean;
begin
  perform kernel.require_organization(p_org_id);
  select coalesce(sum(i.amount), 0), coalesce(sum(round(i.received_quantity * i.unit_price, i.amount_decimals)), 0),
    coalesce(sum(round(i.over_delivered_quantity * i.unit_price, i.amount_decimals)), 0),
    count(*) filter (where i.received_quantity < i.quantity), bool_or(i.received_quantity > 0), count(*),
    count(*) filter (where i.received_quantity = i.quantity),
    count(*) filter (where i.received_quantity > 0 and i.received_quantity < i.quantity),
    coalesce(bool_or(i.location_id is null or i.location_id = any (own)), true)
  into total, received_value, over_delivered_value, open, received, count, "full", partial, sees_some
  from purchase_order_items i
  where i.org_id = p_org_id and i.purchase_order_id = p_order_id;
  if own is not null and not sees_some then
    perform kernel.refuse('not_found', '{}');
  end if;
end $$;
