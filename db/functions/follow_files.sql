-- Maintains files.unused_since: a file is in use once a row contains its address, and unused once a row no longer does.
-- If another row still contains the address, that row's foreign key prevents the removal and the file stays
-- (server/files/remove-unused.ts). The trigger's argument is the column with the address.
create or replace function app.follow_files() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  gone text := case when tg_op <> 'INSERT' then to_jsonb(old) ->> tg_argv[0] end;
  come text := case when tg_op <> 'DELETE' then to_jsonb(new) ->> tg_argv[0] end;
begin
  if gone is not distinct from come then
    return null;
  end if;
  if come is not null then
    update files set unused_since = null where org_id = new.org_id and address = come and unused_since is not null;
  end if;
  if gone is not null then
    update files set unused_since = clock_timestamp() where org_id = old.org_id and address = gone;
  end if;
  return null;
end $$;

create or replace trigger files after insert or delete or update of image_file on public.products
  for each row execute function app.follow_files('image_file');
create or replace trigger files after insert or delete or update of address on public.receipt_photos
  for each row execute function app.follow_files('address');
