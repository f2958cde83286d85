-- Writes one row of audit_trail for a changed minimum or maximum of a product at a location, about the product. A first
-- minimum is an update too: without a rule, the minimum is 0 and there is no maximum. Rules are deleted only together
-- with their product or location, whose own row shows it.
create or replace function app.audit_stock_rule() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  rule constant jsonb := jsonb_build_object('org_id', new.org_id, 'product_id', new.product_id, 'location_id', new.location_id);
  old_row constant jsonb := rule || jsonb_build_object(
    'min_stock_level', trim_scale(case when tg_op = 'UPDATE' then old.minimum else 0 end),
    'max_stock_level', trim_scale(case when tg_op = 'UPDATE' then old.maximum end));
  new_row constant jsonb := rule || jsonb_build_object(
    'min_stock_level', trim_scale(new.minimum), 'max_stock_level', trim_scale(new.maximum));
begin
  insert into audit_trail (org_id, user_id, table_name, record_id, action, old_values, new_values, subject_id, item_name, summary)
  select new.org_id, nullif(current_setting('app.user_id', true), '')::uuid, 'stock_rules', p.id, 'UPDATE', old_row, new_row, p.id,
    p.name, app.audit_summary('stock_rules', 'UPDATE', old_row, new_row)
  from products p where p.org_id = new.org_id and p.id = new.product_id;
  return null;
end $$;

create or replace trigger audit_new after insert on public.stock_rules
  for each row when (new.minimum > 0 or new.maximum is not null) execute function app.audit_stock_rule();
-- Postings update other columns, and don't call it.
create or replace trigger audit after update of minimum, maximum on public.stock_rules
  for each row when ((old.minimum, old.maximum) is distinct from (new.minimum, new.maximum)) execute function app.audit_stock_rule();
