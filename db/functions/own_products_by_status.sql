-- The next products of a limited member's list by status (out of stock 0, low 1, in stock 2), by name within, with the
-- key of the order; no rows if no sums are kept for the locations. What is out or low there is stored. Up to five
-- thousand products of a status are sorted. More than that are found by reading the next names: of 100,000 products, at
-- least one in twenty has the status. Security definer, because the sums of other sets of locations aren't the member's
-- to read.
create or replace function app.own_products_by_status(
  p_org_id uuid, p_descending boolean, p_after_status integer, p_after_name text, p_after_id uuid, p_limit integer)
returns table (product_id uuid, status_sort integer, name_sort text)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  own constant uuid[] := app.location_ids();
  own_set constant uuid := app.own_location_set(p_org_id);
  direction constant text := case when p_descending then 'desc' else 'asc' end;
  step constant integer := case when p_descending then -1 else 1 end;
  status integer := coalesce(p_after_status, case when p_descending then 2 else 0 end);
  wanted integer := p_limit;
  stored_low bigint;
  stored_out bigint;
  products bigint;
  few boolean;
  matches text;
  found_rows integer;
begin
  if own_set is null then
    return;
  end if;
  select coalesce(sum(t.low), 0), coalesce(sum(t."out"), 0) into stored_low, stored_out
  from location_set_totals t where t.org_id = p_org_id and t.set_id = own_set;
  select coalesce(sum(t.products), 0) into products from catalogue_totals t where t.org_id = p_org_id;
  while status between 0 and 2 and wanted > 0 loop
    few := case status when 0 then stored_out when 1 then stored_low - stored_out else products - stored_low end <= 5000;
    matches := case
      when few and status < 2 then
        'location_set_low w join products p on p.org_id = w.org_id and p.id = w.product_id
         where w.org_id = $1 and w.set_id = $2 and w.is_out = ($4 = 0)'
      when few then
        'products p where p.org_id = $1 and p.archived_at is null
           and p.id in (
             select l.product_id from stock_levels l
             where l.org_id = $1 and l.location_id = any ($3) and l.available + l.reserved > 0)
           and not exists (
             select from location_set_low w where w.org_id = $1 and w.set_id = $2 and w.product_id = p.id)'
      else
        'products p where p.org_id = $1 and p.archived_at is null
           and coalesce((
             select 1 - w.is_out::integer from location_set_low w
             where w.org_id = $1 and w.set_id = $2 and w.product_id = p.id), 2) = $4'
      end;
    return query execute format(
      'select p.id, $4, p.name_sort from %s and %s order by p.name_sort %s, p.id %s limit $7',
      matches,
      case when status is distinct from p_after_status then 'true'
        else format('(p.name_sort, p.id) %s ($5, $6)', case when p_descending then '<' else '>' end) end,
      direction, direction)
    using p_org_id, own_set, own, status, p_after_name, p_after_id, wanted;
    get diagnostics found_rows = row_count;
    wanted := wanted - found_rows;
    status := status + step;
  end loop;
end $$;
