-- Writes the audit rows of products that this transaction created, with their minimums: a minimum is stored with a
-- product's totals, but people enter it as a field of the product. For a whole set at once, because adding the minimum
-- to rows that a trigger had written took a tenth of an import.
create or replace function app.audit_new_products(p_org_id uuid, p_product_ids uuid[]) returns void
language sql volatile set search_path = pg_catalog, public, pg_temp as $$
  insert into audit_trail (org_id, user_id, table_name, record_id, action, new_values, subject_id, item_name, summary)
  select p_org_id, nullif(current_setting('app.user_id', true), '')::uuid, 'products', p.id, 'INSERT',
    -- A minimum of 0 is none.
    app.audited_values(to_jsonb(p))
      || case when t.minimum > 0 then jsonb_build_object('min_stock_level', trim_scale(t.minimum)) else '{}' end,
    p.id, p.name, app.audit_summary('products', 'INSERT', null, null)
  from unnest(p_product_ids) with ordinality as n (id, no)
  join products p on p.org_id = p_org_id and p.id = n.id
  join product_totals t on t.org_id = p_org_id and t.product_id = n.id
  order by n.no
$$;
