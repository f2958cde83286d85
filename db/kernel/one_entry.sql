-- One entry is one row of the history, however many legs it took: only the first step that is not a release stands for it.
create or replace function kernel.one_entry(p_steps kernel.step[]) returns kernel.step[]
language plpgsql immutable as $$
declare
  there boolean := false;
begin
  for i in 1 .. cardinality(p_steps) loop
    p_steps[i].is_entry := p_steps[i].is_entry and not there;
    there := there or p_steps[i].is_entry;
  end loop;
  return p_steps;
end $$;
