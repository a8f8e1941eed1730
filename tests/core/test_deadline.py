def test_a_limit_that_is_no_number_is_refused() -> None:
    with pytest.raises(ProblemError, match="not nan"):
        Deadline(float("nan"))
