-- What postings that are not known yet bring of demands, as one array; null when they bring none.
create or replace function kernel.read_demands(p_postings jsonb, p_results jsonb) returns jsonb
language plpgsql immutable as $$
declare
  demands jsonb;
begin
  for i in 0 .. jsonb_array_length(p_postings) - 1 loop
    if p_results -> i = 'null' and jsonb_array_length(coalesce(p_postings -> i -> 'demands', '[]')) > 0 then
      demands := coalesce(demands, '[]') || (p_postings -> i -> 'demands');
    end if;
  end loop;
  return demands;
end $$;
