-- The figures above the product list, from the sums that every posting maintains. A limited member's figures come from
-- limited.catalogue_totals, which is first in their search path.
create or replace function app.product_summary(p_org_id uuid)
returns table (products bigint, archived bigint, units numeric, value_at_price numeric, low bigint, "out" bigint)
language sql stable as $$
  select coalesce(sum(c.products), 0)::bigint, coalesce(sum(c.archived), 0)::bigint, coalesce(sum(c.units), 0),
    coalesce(round(sum(c.value_at_price), 2), 0), coalesce(sum(c.low), 0)::bigint, coalesce(sum(c."out"), 0)::bigint
  from catalogue_totals c
  where c.org_id = p_org_id
$$;
