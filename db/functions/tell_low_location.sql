-- The outbox row of a location that became low; none during an import or its undo, which tell of themselves, and in the story of a sample company.
create or replace function app.tell_low_location(p_org_id uuid, p_product_id uuid, p_location_id uuid, p_on_hand numeric, p_minimum numeric)
returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if coalesce(current_setting('app.now', true), '') = '' and coalesce(current_setting('app.quiet', true), '') = '' then
    insert into outbox (org_id, kind, payload)
    values (p_org_id, 'notifications', jsonb_build_object('found', 'low_location', 'cause', gen_random_uuid(), 'product_id', p_product_id,
      'location_id', p_location_id, 'on_hand', p_on_hand, 'minimum', p_minimum, 'happened_at', clock_timestamp()));
  end if;
end $$;
