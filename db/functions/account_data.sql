-- Returns everything stored about a user's own account, except secrets. Security definer, because row-level security
-- shows the app one organization at a time; only for the transaction's own user.
-- One function because it is one list: an entry for each table that belongs to an account.
create or replace function app.account_data(p_user_id uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object(
    'account', jsonb_build_object(
      'id', u.id, 'email', u.email, 'new_email', u.new_email, 'email_change_sent_at', u.email_change_sent_at,
      'email_confirmed_at', u.email_confirmed_at, 'has_password', u.password_hash is not null,
      'last_sign_in_at', u.last_sign_in_at, 'created_at', u.created_at, 'updated_at', u.updated_at, 'details', u.user_metadata),
    'memberships', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'org_id', m.org_id, 'organization', coalesce(nullif(s.company_name, ''), o.name), 'role', m.role, 'joined_at', m.created_at,
        'locations', m.location_ids, 'name', p.username, 'products_view', p.products_view, 'low_stock_alerts', t.low_stock_alerts,
        'transaction_notifications', t.transaction_notifications,
        'email_notifications', t.email_notifications,
        'notifications', (
          select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'happened_at', n.happened_at, 'read_at', n.read_at)
            order by n.happened_at, n.id), '[]')
          from public.notifications n where n.org_id = m.org_id and n.user_id = m.user_id),
        'notification_preferences', (
          select coalesce(jsonb_agg(jsonb_build_object('kind', n.kind, 'channel', n.channel, 'wanted', n.wanted) order by n.kind, n.channel), '[]')
          from public.notification_preferences n where n.org_id = m.org_id and n.user_id = m.user_id),
        'daily_summary', (
          select jsonb_build_object('hour', d.hour, 'sent_on', d.sent_on)
          from public.notification_digests d where d.org_id = m.org_id and d.user_id = m.user_id),
        'follows', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'record_type', f.record_type, 'record_id', f.record_id, 'following', f.following, 'comments_only', f.comments_only,
            'changed_at', f.changed_at)
            order by f.changed_at, f.record_id), '[]')
          from public.follows f where f.org_id = m.org_id and f.user_id = m.user_id),
        'search_choices', (
          select coalesce(jsonb_agg(jsonb_build_object('kind', c.kind, 'key', c.key, 'times', c.times, 'chosen_at', c.chosen_at)
            order by c.chosen_at, c.key), '[]')
          from public.search_choices c where c.org_id = m.org_id and c.user_id = m.user_id)) order by m.created_at, m.org_id), '[]')
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
    'passkeys', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'name', k.friendly_name, 'is_second_factor', k.factor_id is not null, 'transports', k.transports, 'created_at', k.created_at,
        'last_used_at', k.last_used_at) order by k.created_at, k.id), '[]')
      from auth.webauthn_credentials k where k.user_id = u.id),
    'remembered_browsers', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', d.created_at, 'used_at', d.used_at) order by d.created_at, d.device_hash), '[]')
      from auth.remembered_devices d where d.user_id = u.id),
    'push_subscriptions', (
      select coalesce(jsonb_agg(jsonb_build_object('created_at', s.created_at, 'failures', s.failures) order by s.created_at, s.session_id), '[]')
      from auth.push_subscriptions s where s.user_id = u.id),
    'links_sent', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'type', l.type, 'email', l.email, 'new_email', l.new_email, 'created_at', l.created_at, 'expires_at', l.expires_at, 'used_at', l.used_at)
        order by l.created_at, l.id), '[]')
      from auth.one_time_tokens l where l.user_id = u.id),
    'names', (
      select coalesce(jsonb_agg(jsonb_build_object('org_id', p.org_id, 'since', p.valid_from, 'email', p.email, 'name', p.username)
        order by p.valid_from, p.org_id), '[]')
      from public.audit_people p where p.user_id = u.id),
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
    -- A mail belongs to the account that had its address when it was sent: the address may have belonged to another
    -- account earlier.
    'mails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'email', a.email, 'requested_at', a.requested_at, 'outcome', a.outcome)
        order by a.requested_at, a.id), '[]')
      from auth.mails a where a.user_id = u.id or a.user_id is null and a.done_at is null and a.email = u.email))
  from auth.users u
  where u.id = p_user_id and p_user_id::text = current_setting('app.user_id', true)
$$;
