-- The locations a member may see and work with; null for all of them. Only staff and viewers can be limited.
alter table members add column location_ids uuid[],
  add constraint members_location_ids_check check (
    location_ids is null or (role in ('staff', 'viewer') and array_position(location_ids, null) is null));

-- The locations of whoever got the answer, as app.locations said them: another answer would belong to other locations.
alter table command_results add column locations text not null default 'all';

-- They answer a column more now.
drop function if exists app.access_check(uuid, uuid, uuid);
drop function if exists app.access_check(uuid, uuid, text, uuid);
drop function if exists app.api_key_access(uuid, uuid);

-- What limited members read instead of the tables and views of the same names (db/limited).
create schema limited;

-- The locations that a line's posting is limited to; null for all.
alter type kernel.line add attribute location_ids uuid[];
-- It takes the limit as an argument now.
drop function if exists kernel.product_location(uuid, uuid);
