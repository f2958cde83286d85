-- Deletes expired identity data, at most p_limit rows of each kind: one-time tokens and flows a day after they ended,
-- sign-ins through a provider after an hour, mails that were sent or given up after 30 days, sign-ups whose address
-- wasn't confirmed within 30 days, challenges and unfinished second factors after a day, and browsers that weren't used
-- to sign in for 400 days. Returns how many rows it deleted. Security definer, so the retention periods are fixed here
-- and not by the server.
create or replace function app.forget_expired_identity(p_limit integer) returns integer
language sql volatile security definer set search_path = pg_catalog, pg_temp
begin atomic
  with tokens as (
    delete from auth.one_time_tokens where id in (
      select id from auth.one_time_tokens where expires_at < clock_timestamp() - interval '1 day'
      order by expires_at limit p_limit for update skip locked)
    returning 1
  ), flows as (
    delete from auth.flow_states where id in (
      select id from auth.flow_states where created_at < clock_timestamp() - interval '1 day'
      order by created_at limit p_limit for update skip locked)
    returning 1
  ), trips as (
    delete from auth.provider_flows where state_hash in (
      select state_hash from auth.provider_flows where created_at < clock_timestamp() - interval '1 hour'
      order by created_at limit p_limit for update skip locked)
    returning 1
  ), mails as (
    delete from auth.mails where id in (
      select id from auth.mails where done_at < clock_timestamp() - interval '30 days'
      order by done_at limit p_limit for update skip locked)
    returning 1
  ), sign_ups as (
    delete from auth.users where id in (
      select id from auth.users
      where email_confirmed_at is null and invited_at is null and (password_unproven or password_hash is null)
        and deleted_at is null and created_at < clock_timestamp() - interval '30 days'
      limit p_limit for update skip locked)
    returning 1
  ), devices as (
    delete from auth.remembered_devices where (user_id, device_hash) in (
      select user_id, device_hash from auth.remembered_devices where used_at < clock_timestamp() - interval '400 days'
      order by used_at limit p_limit for update skip locked)
    returning 1
  ), challenges as (
    delete from auth.factor_challenges where id in (
      select id from auth.factor_challenges where created_at < clock_timestamp() - interval '1 day'
      order by created_at limit p_limit for update skip locked)
    returning 1
  ), passkey_challenges as (
    delete from auth.passkey_challenges where id in (
      select id from auth.passkey_challenges where created_at < clock_timestamp() - interval '1 day'
      order by created_at limit p_limit for update skip locked)
    returning 1
  ), unfinished as (
    delete from auth.factors where id in (
      select id from auth.factors where status = 'unverified' and created_at < clock_timestamp() - interval '1 day'
      order by created_at limit p_limit for update skip locked)
    returning 1
  )
  select ((select count(*) from tokens) + (select count(*) from flows) + (select count(*) from trips)
    + (select count(*) from mails)
    + (select count(*) from sign_ups) + (select count(*) from devices)
    + (select count(*) from challenges) + (select count(*) from passkey_challenges) + (select count(*) from unfinished))::integer;
end;
