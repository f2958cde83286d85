-- The locations an API key may see and work with; null for all that its maker has.
alter table api_keys add column location_ids uuid[]
  check (cardinality(location_ids) > 0 and array_position(location_ids, null) is null);

-- Organisations that lost their last member before it was noted.
update organizations o set abandoned_at = clock_timestamp()
where o.abandoned_at is null and not exists (select from members m where m.org_id = o.org_id);
