-- Returns the document that the link with this secret opens, for a customer or a supplier, unless the link was revoked
-- or has expired, or its organization is being removed. Records, once a minute, that it was opened. Security definer,
-- because the organization isn't known yet; it returns nothing else about the link.
create or replace function app.open_share(p_secret_hash bytea, p_opened_by text) returns table (org_id uuid, id uuid, document_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  select s.org_id, s.id, case p_opened_by when 'customer' then s.sales_order_id when 'supplier' then s.purchase_order_id end
  into org_id, id, document_id
  from public.shares s
  where s.secret_hash = p_secret_hash and s.revoked_at is null and s.expires_at > clock_timestamp()
    and not app.is_abandoned(s.org_id);
  if document_id is null then
    return;
  end if;
  insert into public.share_visits as v (org_id, id, last_opened_at) values (open_share.org_id, open_share.id, clock_timestamp())
  on conflict on constraint share_visits_pkey do update set last_opened_at = excluded.last_opened_at
    where v.last_opened_at < clock_timestamp() - interval '1 minute';
  return next;
end $$;
