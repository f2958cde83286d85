-- Replaces the name of one deleted account in the next documents and notifications of an organization, by their keys,
-- and records how far it came. Looks at no more than p_rows of them, so a transaction stays short however many there
-- are. Returns whether anything is left to do. Postings keep the name: the ledger is never changed. Security definer,
-- because documents of all locations are rewritten and no rule for members applies.
create or replace function app.erase_from_documents(p_org_id uuid, p_rows integer) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone constant text := 'Deleted account';
  first_id constant uuid := '00000000-0000-0000-0000-000000000000';
  tables constant text[] := array['purchase_orders', 'sales_orders', 'shipments', 'receipts', 'sales_returns', 'shipment_undos',
    'location_transfers', 'purchase_order_payments', 'sales_order_mails', 'imports', 'transaction_drafts', 'payments', 'status_changes',
    'notifications', 'purchase_order_mails', 'stock_counts'];
  undone constant text[] := array['payments', 'purchase_order_payments', 'receipts', 'sales_returns'];
  e person_erasures;
  v_left integer := p_rows;
  v_table text;
  v_key text;
  v_range text;
  v_seen integer;
  v_reader uuid;
  v_last uuid;
begin
  perform kernel.require_organization(p_org_id);
  select * into e from person_erasures where org_id = p_org_id order by user_id limit 1 for update;
  if not found then
    return false;
  end if;
  while v_left > 0 and e.table_no <= cardinality(tables) loop
    v_table := tables[e.table_no];
    v_key := case v_table when 'shipment_undos' then 'posting_id' when 'notifications' then 'user_id, id' else 'id' end;
    v_range := format('t.org_id = $1 and (%s) > (%s)', v_key, case v_table when 'notifications' then '$2, $3' else '$3' end);
    execute format('select count(*), (array_agg(reader order by reader desc, id desc))[1], (array_agg(id order by reader desc, id desc))[1]
        from (select %s as reader, %s as id from %I t where %s order by %s limit $4) page',
        case v_table when 'notifications' then 'user_id' else '$2' end, case v_table when 'shipment_undos' then v_key else 'id' end,
        v_table, v_range, v_key)
      into v_seen, v_reader, v_last using p_org_id, e.after_reader, e.after_id, v_left;
    v_range := format('%s and (%s) <= (%s)', v_range, v_key, case v_table when 'notifications' then '$4, $5' else '$5' end);
    execute format('update %I t set %I = $6 where %s and %I = $7', v_table,
        case v_table when 'status_changes' then 'changed_by' when 'notifications' then 'actor_name' else 'user_reference' end, v_range,
        case v_table when 'payments' then 'created_by' when 'notifications' then 'actor_id' else 'user_id' end)
      using p_org_id, e.after_reader, e.after_id, v_reader, v_last, gone, e.user_id;
    -- The author of an undo is recorded only as this text. It stays if a colleague has the same one.
    if v_table = any (undone) then
      execute format('update %I t set undone_by = $6 where %s and t.undone_by = any ($8) and not exists (
            select from profiles p where p.org_id = $1 and p.user_id <> $7 and split_part(p.email, ''@'', 1) = t.undone_by)', v_table, v_range)
        using p_org_id, e.after_reader, e.after_id, v_reader, v_last, gone, e.user_id, e.stamps;
    end if;
    if v_seen < v_left then
      e.table_no := e.table_no + 1;
      e.after_reader := first_id;
      e.after_id := first_id;
    else
      e.after_reader := v_reader;
      e.after_id := v_last;
    end if;
    v_left := v_left - v_seen;
  end loop;
  if e.table_no <= cardinality(tables) then
    update person_erasures set table_no = e.table_no, after_reader = e.after_reader, after_id = e.after_id
    where org_id = p_org_id and user_id = e.user_id;
    return true;
  end if;
  delete from person_erasures where org_id = p_org_id and user_id = e.user_id;
  return exists (select from person_erasures where org_id = p_org_id);
end $$;
