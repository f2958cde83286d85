-- Everything that is kept about a user's own account, without what proves a secret. Security definer, because row-level security shows the app one
-- organisation at a time; only for the transaction's own user.
create or replace function app.account_data(p_user_id uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'account', jsonb_build_object(
      'id', u.id, 'email', u.email, 'new_email', u.new_email, 'email_confirmed_at', u.email_confirmed_at, 'has_password', u.password_hash is not null,
      'last_sign_in_at', u.last_sign_in_at, 'created_at', u.created_at, 'updated_at', u.updated_at, 'details', u.user_metadata),
    'memberships', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'org_id', m.org_id, 'organization', coalesce(nullif(s.company_name, ''), o.name), 'role', m.role, 'joined_at', m.created_at,
        'name', p.username, 'low_stock_alerts', t.low_stock_alerts, 'transaction_notifications', t.transaction_notifications,
        'email_notifications', t.email_notifications) order by m.created_at, m.org_id), '[]')
      from public.members m
      join public.organizations o on o.org_id = m.org_id
      left join public.organization_settings s on s.org_id = m.org_id
      left join public.profiles p on p.org_id = m.org_id and p.user_id = m.user_id
      left join public.member_settings t on t.org_id = m.org_id and t.user_id = m.user_id
      where m.user_id = u.id),
    'sessions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'began_at', e.created_at, 'refreshed_at', e.refreshed_at, 'ended_at', e.ended_at, 'end_reason', e.end_reason, 'address', e.peer,
        'browser', e.user_agent, 'methods', e.amr, 'assurance', e.aal) order by e.created_at, e.id), '[]')
      from auth.sessions e where e.user_id = u.id),
    'second_factors', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'type', f.factor_type, 'name', f.friendly_name, 'status', f.status, 'created_at', f.created_at) order by f.created_at, f.id), '[]')
      from auth.factors f where f.user_id = u.id),
    'linked_accounts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'provider', i.provider, 'email', i.email, 'details', i.identity_data, 'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at)
        order by i.created_at, i.id), '[]')
      from auth.identities i where i.user_id = u.id),
    'api_keys', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'org_id', k.org_id, 'name', k.name, 'permissions', k.permissions, 'created_at', k.created_at, 'revoked_at', k.revoked_at)
        order by k.created_at, k.id), '[]')
      from public.api_keys k where k.user_id = u.id),
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'requested_at', a.requested_at, 'outcome', a.outcome)
        order by a.requested_at, a.id), '[]')
      from auth.mails a where a.email = u.email))
  from auth.users u
  where u.id = p_user_id and p_user_id::text = current_setting('app.user_id', true)
$$;
