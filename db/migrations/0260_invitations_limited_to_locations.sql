-- The locations that the invited person will be limited to; null for all of them. Only staff and viewers can be limited.
alter table invitations add column location_ids uuid[],
  add constraint invitations_location_ids_check check (
    location_ids is null
    or (role in ('staff', 'viewer') and cardinality(location_ids) > 0 and array_position(location_ids, null) is null));

-- It answers a column more now.
drop function if exists app.open_invitation(bytea);
