-- Whether a member with one role may vouch for an invitation with another: members.write in contract/permissions.ts,
-- and never a role above their own.
create or replace function app.may_invite(p_role text, p_invited_as text) returns boolean
language sql immutable as $$
  select p_role in ('owner', 'admin') and app.role_rank(p_invited_as) <= app.role_rank(p_role)
$$;
