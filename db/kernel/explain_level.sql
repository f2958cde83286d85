-- The movements that made one level, newest first, with the signed change of an account (or of on hand, account null) and the balance
-- after: a page of p_limit below version p_before (null: from the newest). A leg between two accounts of the level has two rows.
create or replace function kernel.explain_level(
  p_org_id uuid, p_product_id uuid, p_location_id uuid, p_lot_id uuid, p_account text, p_limit integer, p_before bigint default null)
returns table (version bigint, account text, change numeric, balance_after numeric, posting_id uuid, line_no integer, entry_no integer,
  type text, reason text, document_line_id uuid, happened_at timestamptz, recorded_at timestamptz)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
begin
  perform kernel.require_organization(p_org_id);
  return query
    select e.version, e.account, e.change, e.balance, e.posting_id, e.line_no, e.entry_no, e.type, e.reason, e.document_line_id,
      e.happened_at, e.recorded_at
    from (
      select m.from_version as version, m.from_account as account, -m.quantity as change, m.from_balance as balance, m.posting_id, m.line_no,
        m.entry_no, m.type, m.reason, m.document_line_id, m.happened_at, m.recorded_at
      from stock_movements m
      where m.org_id = p_org_id and m.product_id = p_product_id and m.from_location_id = p_location_id and m.from_lot_id = p_lot_id
      union all
      select m.to_version, m.to_account, m.quantity, m.to_balance, m.posting_id, m.line_no,
        m.entry_no, m.type, m.reason, m.document_line_id, m.happened_at, m.recorded_at
      from stock_movements m
      where m.org_id = p_org_id and m.product_id = p_product_id and m.to_location_id = p_location_id and m.to_lot_id = p_lot_id
    ) e
    where (e.account = p_account or p_account is null and e.account in ('available', 'reserved'))
      and (p_before is null or e.version < p_before)
    order by e.version desc
    limit p_limit;
end $$;
