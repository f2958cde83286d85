-- Whether the transaction tells no one of single changes: an import and its undo tell of themselves once, and the story
-- of a sample company tells nothing. Plain enough to be inlined: every posting asks.
create or replace function app.is_quiet() returns boolean
language sql stable as $$
  select coalesce(current_setting('app.quiet', true), '') <> '' or coalesce(current_setting('app.now', true), '') <> ''
$$;
