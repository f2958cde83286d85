-- Returns the sealed secrets of all webhooks, and locks them until they are sealed again with another key
-- (app.reseal_webhook_secret). Security definer, because row-level security shows the app one organization at a time;
-- what it returns can't be read without the key.
create or replace function app.sealed_webhook_secrets()
returns table (org_id uuid, endpoint_id uuid, secret text, previous_secret text)
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  select e.org_id, e.id, e.secret, e.previous_secret from public.webhook_endpoints e order by e.org_id, e.id for update;
end;
