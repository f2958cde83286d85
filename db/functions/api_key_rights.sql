-- Returns what an API key may act as: the role of the member who created it, its permissions, and the locations that
-- both the key and its creator have (null for all). Always one row; the role is null if the key was revoked, belongs to
-- another organization, or its creator is banned or no longer a member. Simple enough to be inlined.
create or replace function app.api_key_rights(p_key_id uuid, p_org_id uuid) returns table (role text, permissions text[], location_ids uuid[])
language sql stable as $$
  select m.role, k.permissions, case
      when k.location_ids is null then m.location_ids
      when m.location_ids is null then k.location_ids
      else array(select unnest(k.location_ids) intersect select unnest(m.location_ids) order by 1)
    end
  from (select) as one
  left join public.api_keys k on k.org_id = p_org_id and k.id = p_key_id and k.revoked_at is null
  left join public.members m on m.org_id = p_org_id and m.user_id = k.user_id
    and not exists (select from auth.users u where u.id = k.user_id and u.banned_until > clock_timestamp())
$$;
