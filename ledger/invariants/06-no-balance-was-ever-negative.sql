-- No balance was negative after any movement in history, even where a late entry was dated in the past.
select org_id, posting_id, line_no, from_balance, to_balance
from stock_movements
where not coalesce(from_balance >= 0, true) or not coalesce(to_balance >= 0, true)
