-- Returns the invitation whose secret has this hash, if it can still be accepted: not used, revoked or expired, and
-- vouched for by a member who still has the right to and isn't banned. Security definer, because the
-- holder of the secret belongs to another organization or to none yet. It doesn't compare users: the secret is the
-- proof, also for people who aren't signed in (previews), and its hash isn't shown in any list.
create or replace function app.open_invitation(p_secret_hash bytea) returns table (
  org_id uuid, id uuid, role text, location_ids uuid[], email text, expires_at timestamptz, organization_name text, invited_by text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select i.org_id, i.id, i.role, i.location_ids, i.email, i.expires_at, coalesce(nullif(s.company_name, ''), o.name), coalesce(p.username, '')
  from public.invitations i
  join public.organizations o on o.org_id = i.org_id
  join public.members m on m.org_id = i.org_id and m.user_id = i.user_id
  left join public.organization_settings s on s.org_id = i.org_id
  left join public.profiles p on p.org_id = i.org_id and p.user_id = i.user_id
  where i.secret_hash = p_secret_hash and i.accepted_at is null and i.revoked_at is null and i.expires_at > clock_timestamp()
    and app.may_invite(m.role, i.role)
    and not exists (select from auth.users u where u.id = i.user_id and u.banned_until > clock_timestamp())
$$;
