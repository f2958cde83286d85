-- Replaces the sealed secrets of a webhook by the same ones, sealed with another key. Security definer, because
-- row-level security shows the app one organization at a time.
create or replace function app.reseal_webhook_secret(p_org_id uuid, p_endpoint_id uuid, p_secret text, p_previous_secret text) returns void
language sql volatile security definer set search_path = pg_catalog, public, pg_temp
begin atomic
  update public.webhook_endpoints set secret = p_secret, previous_secret = p_previous_secret
  where org_id = p_org_id and id = p_endpoint_id;
end;
