-- Movements, postings, their keys and past prices are never updated or deleted: the app role has no grant, and this
-- trigger refuses the owner as well. Two exceptions: a product that never moved is removed with its first prices
-- (kernel.delete_product), and a sample company or an organization without members is removed as a whole
-- (app.remove_sample_company, app.remove_abandoned_organization).
create or replace function kernel.refuse_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if app.is_being_removed(old.org_id) then
      return old;
    end if;
  end if;
  if tg_table_name = 'product_prices' and tg_op = 'DELETE' and current_setting('kernel.deleting_product', true) = to_jsonb(old) ->> 'product_id' then
    return old;
  end if;
  raise exception using errcode = '0A000', message = format('%s is append-only', tg_table_name);
end $$;

create or replace trigger append_only before update or delete on public.posting_keys for each row execute function kernel.refuse_change();
create or replace trigger append_only before update or delete on public.stock_postings for each row execute function kernel.refuse_change();
create or replace trigger append_only before update or delete on public.stock_movements for each row execute function kernel.refuse_change();
create or replace trigger append_only before update or delete on public.product_prices for each row execute function kernel.refuse_change();
create or replace trigger no_truncate before truncate on public.posting_keys execute function kernel.refuse_change();
create or replace trigger no_truncate before truncate on public.stock_postings execute function kernel.refuse_change();
create or replace trigger no_truncate before truncate on public.stock_movements execute function kernel.refuse_change();
create or replace trigger no_truncate before truncate on public.product_prices execute function kernel.refuse_change();
