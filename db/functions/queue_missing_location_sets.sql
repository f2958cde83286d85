-- Queues the work of kernel.keep_location_sets and app.keep_location_counts for organizations that have grown to
-- p_products or p_documents since their members' locations changed. Security definer, because row-level security shows
-- the app one organization at a time.
create or replace function app.queue_missing_location_sets(p_products bigint, p_documents bigint) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into outbox (org_id, kind, payload)
  select m.org_id, 'location_sets', '{}'::jsonb
  from (select distinct org_id from members where cardinality(location_ids) > 0) m
  where not exists (select from outbox o where o.org_id = m.org_id and o.kind = 'location_sets')
    and (not exists (select from location_sets s where s.org_id = m.org_id)
        and p_products <= (select coalesce(sum(c.products), 0) from catalogue_totals c where c.org_id = m.org_id)
      or not exists (select from document_location_progress g where g.org_id = m.org_id)
        and p_documents <= (select coalesce(sum(c.documents), 0) from document_counts c where c.org_id = m.org_id))
$$;
