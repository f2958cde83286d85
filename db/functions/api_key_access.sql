-- What an API key may act as: the role of the member who made it, and its permissions. Always one row; the role is null when the key was revoked,
-- is of another organisation, or its maker is no member any more. Read in every request's own transaction.
create or replace function app.api_key_access(p_key_id uuid, p_org_id uuid) returns table (role text, permissions text[])
language sql stable as $$
  select m.role, k.permissions
  from (select) as one
  left join public.api_keys k on k.org_id = p_org_id and k.id = p_key_id and k.revoked_at is null
  left join public.members m on m.org_id = p_org_id and m.user_id = k.user_id
$$;
