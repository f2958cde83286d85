-- An organization is marked as a sample company when it is created, never later: a real one must not become removable.
create or replace function app.keep_sample_mark() returns trigger
language plpgsql as $$
begin
  raise exception using errcode = '0A000', message = 'organizations.is_sample is set when an organization is made';
end $$;

create or replace trigger keep_sample_mark before update on public.organizations
  for each row when (new.is_sample is distinct from old.is_sample) execute function app.keep_sample_mark();
