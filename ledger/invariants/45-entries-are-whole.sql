-- Every entry of a posting that moved stock has exactly one movement that represents it in the history.
select org_id, posting_id, entry_no, count(*) filter (where is_entry) as rows_in_history
from stock_movements
group by org_id, posting_id, entry_no
having count(*) filter (where is_entry) <> 1
