-- Whether the transaction suppresses notifications of single changes: an import and its undo send one notification, and
-- writing the history of a sample company sends none. Simple enough to be inlined: every posting calls it.
create or replace function app.is_quiet() returns boolean
language sql stable as $$
  select coalesce(current_setting('app.quiet', true), '') <> '' or coalesce(current_setting('app.now', true), '') <> ''
$$;
