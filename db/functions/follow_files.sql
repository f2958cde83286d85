-- Maintains files.unused_since: a file is in use once a row contains its address, and unused once a row no longer does.
-- If another row still contains the address, that row's foreign key prevents the removal and the file stays
-- (server/files/remove-unused.ts). The trigger's argument is the column with the address.
create or replace function app.follow_files() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  gone text := case when tg_op <> 'INSERT' then to_jsonb(old) ->> tg_argv[0] end;
  come text := case when tg_op <> 'DELETE' then to_jsonb(new) ->> tg_argv[0] end;
begin
  if come is not null then
    update files set unused_since = null where org_id = new.org_id and address = come and unused_since is not null;
  end if;
  if gone is not null then
    update files set unused_since = clock_timestamp() where org_id = old.org_id and address = gone;
  end if;
  return null;
end $$;

do $$
declare
  holder record;
begin
  for holder in
    select * from (values ('products', 'image_file'), ('receipt_photos', 'address')) as holders (table_name, column_name)
  loop
    -- A row without a file, and an update that keeps it, don't start the function.
    execute format('create or replace trigger files after insert on public.%1$I
      for each row when (new.%2$I is not null) execute function app.follow_files(%2$L)', holder.table_name, holder.column_name);
    execute format('create or replace trigger files_changed after update of %2$I on public.%1$I
      for each row when (old.%2$I is distinct from new.%2$I) execute function app.follow_files(%2$L)', holder.table_name, holder.column_name);
    execute format('create or replace trigger files_gone after delete on public.%1$I
      for each row when (old.%2$I is not null) execute function app.follow_files(%2$L)', holder.table_name, holder.column_name);
  end loop;
end $$;
